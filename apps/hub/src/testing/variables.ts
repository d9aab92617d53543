/** Environment variables for the tests of a file; restored afterwards. */
import { afterAll } from "vitest"

/** Sets variables; a blank value removes one. */
export const withVariables = () => {
  const before = { ...process.env }
  afterAll(() => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  })
  return (variables: Readonly<Record<string, string>>) => void Object.assign(process.env, variables)
}
