/** Places of projects. They are narrower than the places that hooks belong to. */

/** The place `orgs/acme/projectsv2/4`, or `orgs/acme` for all projects. */
export const projectPlace = ({
  owner,
  owner_type = "organization",
  project_number
}: {
  readonly owner: string
  readonly owner_type?: "organization" | "user"
  readonly project_number?: number
}): string => {
  const base = `${owner_type === "organization" ? "orgs" : "users"}/${owner}`.toLowerCase()
  return project_number === undefined ? base : `${base}/projectsv2/${project_number}`
}

/** The place of a classic board's column: `projects/columns/367`. */
export const columnPlace = (column: number): string => `projects/columns/${column}`
