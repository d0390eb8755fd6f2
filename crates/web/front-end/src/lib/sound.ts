// Sounds made of a few oscillators; nothing is loaded. The audio context is created at the first sound after a click or a key,
// as browsers demand.
import { settings, type Noise } from "./settings.svelte";

type Tone = { at: number; hertz: number; to?: number; lasts: number; loud: number; wave: OscillatorType };

const scores: Record<Noise, Tone[]> = {
  drop: [
    { at: 0, hertz: 190, to: 70, lasts: 0.14, loud: 0.5, wave: "sine" },
    { at: 0, hertz: 620, to: 300, lasts: 0.03, loud: 0.12, wave: "triangle" },
    { at: 0.13, hertz: 150, to: 75, lasts: 0.07, loud: 0.16, wave: "sine" },
  ],
  box: [
    { at: 0, hertz: 523, lasts: 0.11, loud: 0.18, wave: "triangle" },
    { at: 0.08, hertz: 784, lasts: 0.2, loud: 0.2, wave: "triangle" },
  ],
  win: [523, 659, 784, 1047].map((hertz, step) => ({
    at: step * 0.12,
    hertz,
    lasts: step === 3 ? 0.6 : 0.22,
    loud: 0.22,
    wave: "triangle",
  })),
  loss: [
    { at: 0, hertz: 220, to: 208, lasts: 0.35, loud: 0.22, wave: "triangle" },
    { at: 0.28, hertz: 165, to: 147, lasts: 0.7, loud: 0.24, wave: "triangle" },
  ],
  draw: [
    { at: 0, hertz: 330, lasts: 0.25, loud: 0.2, wave: "triangle" },
    { at: 0.22, hertz: 330, lasts: 0.45, loud: 0.18, wave: "triangle" },
  ],
  illegal: [{ at: 0, hertz: 110, to: 98, lasts: 0.16, loud: 0.14, wave: "square" }],
};

let context: AudioContext | null = null;

/** `delay` in seconds: a piece is heard when it lands. */
export function sound(noise: Noise, pitch = 1, delay = 0): void {
  if (!settings.hears(noise) || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  for (const tone of scores[noise]) ring(context, tone, pitch, delay);
}

function ring(audio: AudioContext, tone: Tone, pitch: number, delay: number): void {
  const start = audio.currentTime + 0.005 + delay + tone.at;
  const end = start + tone.lasts;
  const oscillator = new OscillatorNode(audio, { type: tone.wave, frequency: tone.hertz * pitch });
  if (tone.to) oscillator.frequency.exponentialRampToValueAtTime(tone.to * pitch, end);
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(tone.loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(end + 0.02);
}
