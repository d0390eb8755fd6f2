// placeholder until written by the tests
export type LabList = { experiments: Array<LabEntry> };
export type Extent = { played: number; games: number };
export type Running = { quick: boolean; done: number; total: number; elapsed_ms: number; left_ms: number | null };
export type LabEntry = { name: string; title: string; about: string; full: Extent; quick: Extent; running: Running | null; problem: string | null };
export type LabField = { text: string; value: number | null; interval: string | null; n: number | null; published: string | null };
export type LabRow = { name: string; fields: Array<LabField> };
export type LabSection = { title: string; note: string | null; source: string | null; heat: boolean; picture: string | null; what: string | null; corner: string; columns: Array<string>; rows: Array<LabRow> };
export type LabReport = { entry: LabEntry; quick: boolean; remarks: Array<string>; sections: Array<LabSection> };
export type RunRequest = { quick: boolean };
