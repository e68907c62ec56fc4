/** Tests of the virtual fabric. */
@NullMarked
package io.smartt.emulation.fabric;

import org.jspecify.annotations.NullMarked;
