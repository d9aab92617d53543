/** The filters of the history. */
import { history as words } from "../../../locales/history.ts"
import type { Filter } from "../rows.ts"

export const Filters = (props: { readonly filter: Filter; readonly onFilter: (filter: Filter) => void }) => {
  const { filter, onFilter } = props
  return (
    <div class="filters" role="search">
      <label class="grow">
        <span class="small quiet">{words.search}</span>
        <input
          type="search"
          value={filter.text}
          onInput={({ currentTarget: { value } }) => onFilter({ ...filter, text: value })}
        />
      </label>
      <label>
        <span class="small quiet">{words.kind}</span>
        <select
          value={filter.of}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ ...filter, of: value === "person" || value === "company" ? value : "all" })
          }
        >
          {(["all", "person", "company"] as const).map((of) => (
            <option key={of} value={of}>
              {words.kinds[of]}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <span>
          <input
            type="checkbox"
            checked={filter.reachable}
            onChange={({ currentTarget: { checked } }) => onFilter({ ...filter, reachable: checked })}
          />{" "}
          {words.reachable}
        </span>
      </label>
    </div>
  )
}
