import type { ReactNode } from 'react';
import type { Permission } from '../../../src/generated/operations.js';
import { useSession } from './session.js';

/** Shows its content to people whose role has the permission. The gateway checks it again. */
export function Allowed({
  permission,
  children,
}: {
  readonly permission: Permission;
  readonly children: ReactNode;
}): ReactNode {
  return useMay(permission) ? children : null;
}

/** Returns whether the role of the person has the permission. */
export function useMay(permission: Permission): boolean {
  return useSession().about.permissions.includes(permission);
}
