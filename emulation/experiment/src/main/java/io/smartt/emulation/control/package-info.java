/** How another process finds a running experiment and asks it for something. */
@NullMarked
package io.smartt.emulation.control;

import org.jspecify.annotations.NullMarked;
