/** A reservation for a lookup of two credits, which no cap limits. */
export const reservation = {
  scope: "plugin/env",
  purse: "",
  operation: "find",
  keys: ["email:a@b.example"],
  estimate: 2,
  run: "run-1",
  nowMillis: Date.UTC(2026, 1, 3, 12),
  leaseMillis: 1_000,
  caps: {},
  decision: "block" as const
}
