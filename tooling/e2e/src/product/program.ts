/** The `inlay` program that the tests and the tour start. */
import { fileURLToPath } from "node:url"

import { buildHub } from "@inlay/release/hub-program"

/** The path of the program that `useBuiltProgram` chose. Also in the processes that this one starts. */
const PROGRAM_VARIABLE = "INLAY_E2E_PROGRAM"

const source = fileURLToPath(new URL("../../../../apps/hub/src/main.ts", import.meta.url))

/** The file to start: the published form after `useBuiltProgram`, or else the source, which takes four times as long. */
export const program = (): string => process.env[PROGRAM_VARIABLE] ?? source

/** Has `program` return the published form, which is built first if it is missing or older than its sources. */
export const useBuiltProgram = async (): Promise<void> => {
  process.env[PROGRAM_VARIABLE] = await buildHub()
}
