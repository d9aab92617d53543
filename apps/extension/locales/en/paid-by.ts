/** The account that pays. */
export const paidBy = { account: "Paid by" } as const
