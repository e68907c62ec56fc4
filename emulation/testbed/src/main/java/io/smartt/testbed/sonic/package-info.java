/**
 * Trident 4 with SONiC: what CONFIG_DB should hold, how that differs from what it holds, and how it
 * gets there and back over gNMI.
 */
@NullMarked
package io.smartt.testbed.sonic;

import org.jspecify.annotations.NullMarked;
