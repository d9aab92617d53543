/**
 * One criterion of a list's filter. The empty value lists all. Among many options, the wanted one is found by typing a
 * part of it.
 */
import { Options } from "@inlay/ui/Options"
import { useId, useMemo, useState } from "preact/hooks"

import { common } from "../words.ts"

export type Entries = ReadonlyArray<readonly [value: string, label: string]>

/** More would not be looked through. */
const MANY = 30

export const byLabel = (options: Entries): Entries =>
  options.toSorted(([, one], [, other]) => one.localeCompare(other, "en", { numeric: true }))

/** Labels that several options have get their values as well. */
const distinct = (options: Entries): Entries => {
  const byName = Map.groupBy(options, ([, label]) => label)
  return options.map(([value, label]) => [value, byName.get(label)?.length === 1 ? label : `${label} (${value})`])
}

interface Props {
  readonly label: string
  readonly value: string
  readonly options: Entries
  readonly onChoose: (value: string) => void
}

const Typed = ({ label, value, options, onChoose }: Props) => {
  const list = useId()
  const labels = useMemo(() => distinct(options), [options])
  /** What is typed while it is not an option. */
  const [draft, setDraft] = useState<string>()
  const type = (text: string) => {
    const option = labels.find(([, one]) => one === text)
    setDraft(option === undefined ? text : undefined)
    const chosen = option?.[0] ?? ""
    // Each choice loads the list again.
    if (chosen !== value) onChoose(chosen)
  }
  return (
    <label class="filter">
      <span>{label}</span>
      <input
        type="search"
        list={list}
        placeholder={common.any}
        value={draft ?? labels.find(([one]) => one === value)?.[1] ?? ""}
        onInput={(event) => type(event.currentTarget.value)}
        onBlur={() => setDraft(undefined)}
      />
      <datalist id={list}>
        {labels.map(([one, text]) => (
          <option key={one} value={text} />
        ))}
      </datalist>
    </label>
  )
}

const Listed = ({ label, value, options, onChoose }: Props) => (
  <label class="filter">
    <span>{label}</span>
    <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="">{common.any}</option>
      <Options of={options} />
    </select>
  </label>
)

export const FilterChoice = (props: Props) =>
  props.options.length > MANY ? <Typed {...props} /> : <Listed {...props} />
