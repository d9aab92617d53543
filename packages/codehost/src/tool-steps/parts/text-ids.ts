/**
 * What is a number or a name is one text for agents: LangChain leaves out that a field may be either, and Gemini's API
 * refuses every tool if the type of one field is missing. A number is read as the text of its digits.
 */
import * as Names from "../../schema/names.ts"

const DIGITS = /^[1-9]\d{0,14}$/

/** A number given as its digits. */
export const numberIn = (text: string): string | number => (DIGITS.test(text) ? Number(text) : text)

export const workflowId = Names.textBy(Names.workflowProblem)("Number or file name")

export const projectItemId = Names.textBy((text) => Names.projectItemProblem(numberIn(text)))(
  "The project item's id, not the issue's number"
)
