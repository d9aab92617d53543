// Labels of a repository. Names are case-insensitive. Labels that do not exist are created when an issue uses them.

import { validationFailed } from "../frame/errors.ts"
import type { Label } from "./issues.ts"
import type { Place } from "./trackers.ts"

const mostCharacters = 50
const usualColor = "ededed"

const checkName = (name: string): void => {
  const problem = { resource: "Label", field: "name" } as const
  if (name.trim() === "") throw validationFailed({ ...problem, code: "missing_field" })
  if (name.length > mostCharacters) {
    const message = `name is too long (maximum is ${mostCharacters} characters)`
    throw validationFailed({ ...problem, code: "custom", message })
  }
}

const checkColor = (color: string): void => {
  if (!/^[0-9a-f]{6}$/iu.test(color)) throw validationFailed({ resource: "Label", field: "color", code: "invalid" })
}

export type LabelChange = Partial<Pick<Label, "name" | "color" | "description">>

export const findLabel = ({ tracker }: Place, name: string): Label | undefined => tracker.labels.get(name.toLowerCase())

export const addLabel = (
  place: Place,
  { color = usualColor, description = null, name = "" }: LabelChange,
  isDefault = false
): Label => {
  checkName(name)
  checkColor(color)
  if (findLabel(place, name) !== undefined) {
    throw validationFailed({ resource: "Label", field: "name", code: "already_exists" })
  }
  const label: Label = { id: place.world.ids.next("label"), name, color: color.toLowerCase(), description, isDefault }
  place.tracker.labels.set(name.toLowerCase(), label)
  return label
}

export const changeLabel = (place: Place, label: Label, change: LabelChange): void => {
  const { name = label.name, color = label.color } = change
  checkName(name)
  checkColor(color)
  const other = findLabel(place, name)
  if (other !== undefined && other !== label) {
    throw validationFailed({ resource: "Label", field: "name", code: "already_exists" })
  }
  place.tracker.labels.delete(label.name.toLowerCase())
  Object.assign(label, change, { color: color.toLowerCase() })
  place.tracker.labels.set(name.toLowerCase(), label)
}

/** Deletes a label and removes it from every issue. */
export const removeLabel = ({ tracker }: Place, label: Label): void => {
  tracker.labels.delete(label.name.toLowerCase())
  for (const issue of tracker.issues) {
    if (issue.labels.includes(label)) issue.labels = issue.labels.filter((one) => one !== label)
  }
}

/** The labels with these names. Missing labels are created after all names have been validated. */
export const labelsNamed = (place: Place, names: ReadonlyArray<string>): ReadonlyArray<Label> => {
  names.forEach(checkName)
  return names.map((name) => findLabel(place, name) ?? addLabel(place, { name }))
}
