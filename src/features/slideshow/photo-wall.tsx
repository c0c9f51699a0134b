import { useState } from 'react'
import { blurAddress } from '../../../contract/blur.ts'
import type { Post } from '../../../contract/entities.ts'
import { postName } from '../../photos/post-name.ts'
import { tilePicture } from './pictures.ts'
import { columnsOf, columnWidth } from './wall.ts'
import type { Tile, Wall } from './wall.ts'
import styles from './photo-wall.module.css'

interface PhotoWallProps {
  wall: Wall
  /** Undefined: it was deleted. */
  postOf: (id: number) => Post | undefined
}

/** Twelve photos in columns, of which few change at a time. */
export function PhotoWall({ wall, postOf }: PhotoWallProps) {
  return (
    <div className={styles.root}>
      {columnsOf(wall).map((tiles, at) => (
        <div key={at} className={styles.column} style={{ flexGrow: columnWidth(tiles.length) }}>
          {tiles.map((tile, row) => (
            <WallTile key={row} tile={tile} postOf={postOf} />
          ))}
        </div>
      ))}
    </div>
  )
}

function WallTile({
  tile: { id, before },
  postOf,
}: Pick<PhotoWallProps, 'postOf'> & { tile: Tile }) {
  const shown = [before, id].flatMap((each) => (each === undefined ? [] : (postOf(each) ?? [])))
  return (
    <div className={styles.tile}>
      {shown.map((post) => (
        <TilePhoto key={post.id} post={post} isCovered={post.id === before} />
      ))}
    </div>
  )
}

function TilePhoto({ post, isCovered }: { post: Post; isCovered: boolean }) {
  const [blur] = useState(() => blurAddress(post.thumbhash))
  return (
    <img
      src={tilePicture(post)}
      alt={isCovered ? '' : postName(post)}
      decoding="sync"
      style={{ backgroundImage: blur && `url(${blur})` }}
    />
  )
}
