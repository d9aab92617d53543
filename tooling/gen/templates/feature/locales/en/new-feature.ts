/** The popup's section: New feature. */
export const newFeature = {
  title: "New feature",
  page: (path: string) => `This page is ${path}.`
} as const
