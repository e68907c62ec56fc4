/** Tests of what commands print. */
@NullMarked
package io.smartt.switchd.console;

import org.jspecify.annotations.NullMarked;
