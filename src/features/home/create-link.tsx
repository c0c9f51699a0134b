import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'

export function CreateLink() {
  return (
    <Link to="/create/orma" className={buttonClass('filled')}>
      <Plus size={20} aria-hidden />
      {texts.home.create}
    </Link>
  )
}
