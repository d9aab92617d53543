// Licences of the simulated repositories.

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

export const isLicense = (key: string): boolean => licenses.some(([licenseKey]) => licenseKey === key)

/** Returns null if the repository has no licence. */
export const licenseOf = (urls: Urls, key: string | null) => {
  const index = licenses.findIndex(([licenseKey]) => licenseKey === key)
  const row = licenses[index]
  if (row === undefined) return null
  const [ownKey, name, spdx] = row
  return { key: ownKey, name, spdx_id: spdx, url: `${urls.api}/licenses/${ownKey}`, node_id: nodeId("L", index + 1) }
}
