/** The popup if the provider has no match. */
export const miss = {
  title: "The provider has no match",
  fresh: (charged: string) => `${charged} for this answer.`,
  saved: (age: string) => `Asked ${age}; looking again was free: 0 credits.`,
  nextPerson: "Try the company instead: open its page or its own site, and click again.",
  nextCompany: "Try its other address: the company's own site, or its profile.",
  keep: "How long a miss is kept"
} as const
