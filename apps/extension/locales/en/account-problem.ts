/** What keeps an account from being saved: said by the worker. */
export const accountProblem = {
  correctIt: "Correct it and save again.",
  enterIt: "Enter it and save again.",
  isMissing: (label: string) => `${label} is missing.`,
  belongsToOld: (label: string) => `The address changed, and ${label} belongs to the old one.`,
  unknownField: "hold what this account has no field for"
} as const
