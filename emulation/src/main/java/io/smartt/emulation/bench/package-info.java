/** Times whole processes: this program on a fixed set of work, and what it is compared with. */
@NullMarked
package io.smartt.emulation.bench;

import org.jspecify.annotations.NullMarked;
