// `poda play` in a terminal that the tests can read. util-linux's `script` makes the terminal; what is drawn there is put together here.
import { spawn, spawnSync } from "node:child_process";
import { eventually } from "./poda.mjs";

/** Why there is no terminal, if there is none. */
export const missing = spawnSync("script", ["--version"]).status === 0 ? false : "the program `script` of util-linux is not there";

/** What the game draws: places, text, and colours that do not matter here. */
class Screen {
  constructor(columns, rows) {
    this.cells = Array.from({ length: rows }, () => Array(columns).fill(" "));
    this.row = 0;
    this.column = 0;
    this.rest = "";
  }

  write(text) {
    this.rest += text;
    for (;;) {
      const control = /^\x1b\[([?>=<]?)([0-9;]*)([ -/]*)([@-~])/.exec(this.rest);
      if (control) {
        this.obey(control[1] + control[4], control[2]);
        this.rest = this.rest.slice(control[0].length);
      } else if (this.rest.startsWith("\x1b")) {
        // A sequence that has not come whole, or one of two signs.
        if (this.rest.length < 2 || this.rest[1] === "[") return;
        this.rest = this.rest.slice(2);
      } else if (this.rest) {
        const sign = String.fromCodePoint(this.rest.codePointAt(0));
        this.rest = this.rest.slice(sign.length);
        this.put(sign);
      } else return;
    }
  }

  put(sign) {
    if (sign === "\r") this.column = 0;
    else if (sign === "\n") this.row += 1;
    else if (sign >= " ") {
      if (this.cells[this.row]) this.cells[this.row][this.column] = sign;
      this.column += 1;
    }
  }

  obey(what, numbers) {
    const [first = 1, second = 1] = numbers.split(";").map((text) => Number(text) || 1);
    if (what === "H") [this.row, this.column] = [first - 1, second - 1];
    if (what === "J") for (const row of this.cells) row.fill(" ");
  }

  toString() {
    return this.cells.map((row) => row.join("").trimEnd()).join("\n");
  }
}

export class Terminal {
  /** Starts `poda play` on the games of a folder. */
  constructor(data) {
    const command = `stty rows 24 cols 80; exec "$PODA" play --data "$DATA"`;
    this.screen = new Screen(80, 24);
    const environment = { ...process.env, DATA: data, TERM: "xterm-256color", LANG: "C.UTF-8", LC_ALL: "C.UTF-8", SHELL: "/bin/sh" };
    this.child = spawn("script", ["-qfec", command, "/dev/null"], { env: environment, stdio: ["pipe", "pipe", "inherit"] });
    this.child.stdout.setEncoding("utf8").on("data", (text) => this.screen.write(text));
    this.ended = new Promise((resolve) => this.child.on("exit", resolve));
  }

  press(keys) {
    this.child.stdin.write(keys);
  }

  /** Waits until this stands there. */
  shows(text) {
    return eventually(
      async () => String(this.screen),
      (screen) => screen.includes(text),
    );
  }
}
