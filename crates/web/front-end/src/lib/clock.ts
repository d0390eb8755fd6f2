// Time, as far as the page waits for it. Tests have a clock of their own.

export type Clock = {
  /** Milliseconds since some moment. */
  now: () => number;
  /** Does something later, unless the function that it returns is called before. */
  after: (milliseconds: number, act: () => void) => () => void;
};

export const clock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};
