import type * as en from "../en/paid-by.ts"
import type { Words } from "../words.ts"
import { ltr } from "./plural.ts"

export const paidBy: Words<typeof en.paidBy> = { account: "يدفع الحساب", atHub: (name) => `${ltr(name)} (المحور)` }
