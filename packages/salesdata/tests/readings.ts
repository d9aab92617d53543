/** What the judges read from a body, for tests of the record readers. */
import { judgeCompany, judgePerson } from "../src/wire/judges.ts"

export const readPerson = (body: unknown) => {
  const judgment = judgePerson({ status: 200, body })
  return judgment._tag === "Match" ? judgment.reading : undefined
}

export const readCompany = (body: unknown) => {
  const judgment = judgeCompany({ status: 200, body })
  return judgment._tag === "Match" ? judgment.reading : undefined
}
