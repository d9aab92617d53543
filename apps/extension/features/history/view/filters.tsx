/** The filters of the history. */
import { history as words } from "../../../locales/history.ts"
import { Select } from "../../../ui/Select.tsx"
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
      <Select
        class=""
        label={words.kind}
        options={(["all", "person", "company"] as const).map((of) => [of, words.kinds[of]])}
        value={filter.of}
        onChoose={(of) => onFilter({ ...filter, of })}
      />
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
