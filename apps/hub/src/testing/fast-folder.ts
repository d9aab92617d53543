/** Where tests keep databases: in memory, where the machine has room there, for on a disk most of their time goes into files. */
import { existsSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"

const MEMORY = "/dev/shm"
/** Containers often have 64 MB there. */
const ROOM_BYTES = 2 * 1024 ** 3

const hasRoom = (): boolean => {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM_BYTES
}

export const fastFolder: string = hasRoom() ? MEMORY : tmpdir()
