// Credits: a balance per key, and what was charged for.

export interface ChargedFor {
  readonly id: string
  readonly kind: "person" | "company" | "search"
  readonly name: string
}

export interface Charge extends ChargedFor {
  readonly credits: number
  readonly times: number
}

export interface Credits {
  readonly balance: (key: string) => number
  /** Returns false and charges nothing if the balance is too low. */
  readonly charge: (key: string, credits: number, item: ChargedFor) => boolean
  readonly charges: () => { readonly total: number; readonly items: ReadonlyArray<Charge> }
  readonly setBalance: (credits: number) => void
  readonly reset: () => void
}

export const defaultBalance = 100_000

export const makeCredits = (startingBalance: number): Credits => {
  let start = startingBalance
  let total = 0
  const creditsByKey = new Map<string, number>()
  const items = new Map<string, Charge>()
  const balance = (key: string): number => start - (creditsByKey.get(key) ?? 0)
  return {
    balance,
    charge: (key, credits, item) => {
      if (balance(key) < credits) return false
      const earlier = items.get(item.id)
      creditsByKey.set(key, (creditsByKey.get(key) ?? 0) + credits)
      items.set(item.id, { ...item, credits: (earlier?.credits ?? 0) + credits, times: (earlier?.times ?? 0) + 1 })
      total += credits
      return true
    },
    charges: () => ({ total, items: [...items.values()] }),
    setBalance: (credits) => {
      start = credits
      creditsByKey.clear()
    },
    reset: () => {
      start = startingBalance
      total = 0
      creditsByKey.clear()
      items.clear()
    }
  }
}

/** Two credits for a person with a telephone number, otherwise one. */
export const personPrice = (phones: number): number => (phones > 0 ? 2 : 1)
export const companyPrice = 1
/** One credit for every ten results or part thereof. */
export const searchPrice = (results: number): number => Math.ceil(results / 10)
