/** Tests of the user's algorithms as files. */
@NullMarked
package io.smartt.emulation.own;

import org.jspecify.annotations.NullMarked;
