/** The account that pays. */
export const paidBy = { account: "Paid by", atHub: (name: string) => `${name} (hub)` } as const
