/** Reads the contents of damaged databases, thousands of times; `rows.chaos.test.ts` reads more. */
import { storedRowsSuite } from "../testing/stored-rows-suite.ts"

storedRowsSuite(5_000)
