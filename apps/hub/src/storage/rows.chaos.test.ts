/** Reads the contents of damaged databases, a hundred thousand times. */
import { storedRowsSuite } from "../testing/stored-rows-suite.ts"

storedRowsSuite(100_000)
