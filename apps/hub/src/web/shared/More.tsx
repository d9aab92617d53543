/** The button for the next page of a list, if there is one. */
import { Button } from "@inlay/ui/Button"

import type { Pages } from "../api/pages.ts"

export const More = ({ pages, label }: { readonly pages: Pages<unknown>; readonly label: string }) =>
  pages.page?.next === undefined || pages.error !== undefined ? null : (
    <div>
      <Button busy={pages.isMore} onClick={pages.more}>
        {label}
      </Button>
    </div>
  )
