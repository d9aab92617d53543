// Converts amounts to other currencies at fixed rates.

import { invalid } from "../frame/errors.ts"

/** The value of one Australian dollar in each currency. */
const rates: Readonly<Record<string, number>> = { AUD: 1, NZD: 1.1, USD: 0.65, EUR: 0.56, GBP: 0.48, JPY: 100 }

const currencies = new Set(Intl.supportedValuesOf("currency"))

/** Whether the code is defined in ISO 4217. */
export const isCurrency = (code: string): boolean => currencies.has(code)

export const rateOf = (from: string, to: string): number => {
  if (!isCurrency(to)) throw invalid(`The currencyCode '${to}' is not a valid ISO 4217 currency code.`)
  if (from === to) return 1
  const [one, other] = [rates[from], rates[to]]
  if (one === undefined || other === undefined) throw invalid(`There is no rate from '${from}' to '${to}' here.`)
  return other / one
}
