// The one polite live region: what is said, and said again on request.

class Announcer {
  /** What the region holds. */
  said = $state("");
  private odd = false;

  /** Says a sentence; the same one twice in a row is heard twice. */
  say(sentence: string): void {
    this.odd = !this.odd;
    this.said = sentence + (this.odd ? "" : "\u00a0");
  }

  again(): void {
    if (this.said) this.say(this.said.trim());
  }
}

export const announcer = new Announcer();
