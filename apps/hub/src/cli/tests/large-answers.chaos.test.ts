/** A 16 MB answer of any content holds up nobody: every kind, to every kind of step. */
import { largeAnswersSuite } from "../../testing/load/large-answers-suite.ts"

largeAnswersSuite(1.2, () => true)
