/** What stands in a damaged database, read a hundred thousand times. */
import { storedRowsSuite } from "../testing/stored-rows-suite.ts"

storedRowsSuite(100_000)
