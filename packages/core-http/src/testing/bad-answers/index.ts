/** Every fault against both transports: the expected results, and the code that plays the faults. */
export { expectations, type Expectation, type Verdict, type Verdicts } from "./expectations.ts"
export { CALL_KINDS, play, playAll, PRICE, type CallKind, type Played, type Scene } from "./play.ts"
export { limitMillisOf, playTable, tableText, verdictsOf, type PlayFault, type Row } from "./table.ts"
