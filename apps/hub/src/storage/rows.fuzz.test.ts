/** What stands in a damaged database, read thousands of times; `rows.chaos.test.ts` reads more. */
import { storedRowsSuite } from "../testing/stored-rows-suite.ts"

storedRowsSuite(5_000)
