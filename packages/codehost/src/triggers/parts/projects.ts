/** The places of projects, which are narrower than where their hooks stand. */

/** `orgs/acme/projectsv2/4`; of all projects `orgs/acme`. */
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

/** `projects/columns/367`: of a classic board. */
export const columnPlace = (column: number): string => `projects/columns/${column}`
