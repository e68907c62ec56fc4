/** How faults are asked of a stand-in. */
@NullMarked
package io.smartt.emulation.standin.fault;

import org.jspecify.annotations.NullMarked;
