// Licences that repositories here may have.

import { nodeId } from "./node-id.ts"
import type { Urls } from "./urls.ts"

const licenses: ReadonlyArray<readonly [key: string, name: string, spdx: string]> = [
  ["mit", "MIT License", "MIT"],
  ["apache-2.0", "Apache License 2.0", "Apache-2.0"],
  ["gpl-3.0", "GNU General Public License v3.0", "GPL-3.0"],
  ["bsd-3-clause", 'BSD 3-Clause "New" or "Revised" License', "BSD-3-Clause"],
  ["mpl-2.0", "Mozilla Public License 2.0", "MPL-2.0"],
  ["unlicense", "The Unlicense", "Unlicense"]
]

export const isLicense = (key: string): boolean => licenses.some(([known]) => known === key)

/** Null where there is none. */
export const licenseOf = (urls: Urls, key: string | null) => {
  const index = licenses.findIndex(([known]) => known === key)
  const found = licenses[index]
  if (found === undefined) return null
  const [known, name, spdx] = found
  return { key: known, name, spdx_id: spdx, url: `${urls.api}/licenses/${known}`, node_id: nodeId("L", index + 1) }
}
