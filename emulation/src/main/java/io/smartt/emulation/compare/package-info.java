/** Scenarios of another simulator run here, and what came of them beside what it printed. */
@NullMarked
package io.smartt.emulation.compare;

import org.jspecify.annotations.NullMarked;
