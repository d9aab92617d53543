/** Puts the reasons why an account does not work into words. Pure. */
import type { Field } from "@inlay/agent-plugin/manifest"

import { account as words, checkText } from "../../../locales/settings.ts"
import { adviceFor, problemText } from "../../../ui/text/problem.ts"
import type { AccountProblem } from "../requests.ts"

/** Says what to do about a problem, for display at its field. */
export const fieldAdvice = (problem: AccountProblem): string => {
  switch (problem.is) {
    case "missing":
      return words.enterIt
    case "wrong":
      return words.correctIt
    case "failed":
      return adviceFor(problem.problem)
  }
}

/** @param fields supply the labels of the fields that a problem names */
export const accountProblemText = (
  fields: ReadonlyArray<Pick<Field, "name" | "label">>,
  problem: AccountProblem
): string => {
  if (problem.is === "failed") return problemText({ ...problem.problem, what: checkText(problem.problem.what) })
  const label = fields.find(({ name }) => name === problem.field)?.label ?? problem.field
  const what =
    problem.is === "wrong"
      ? words.isWrong(label, checkText(problem.message))
      : problem.belongsTo === undefined
        ? words.isMissing(label)
        : words.belongsToOld(label)
  return `${what} ${fieldAdvice(problem)}`
}
