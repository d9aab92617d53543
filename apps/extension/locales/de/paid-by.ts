import type * as en from "../en/paid-by.ts"
import type { Words } from "../words.ts"

export const paidBy: Words<typeof en.paidBy> = { account: "Bezahlt von", atHub: (name) => `${name} (Hub)` }
