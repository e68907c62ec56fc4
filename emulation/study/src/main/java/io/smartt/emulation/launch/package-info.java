/** The list of fabrics, and runs of experiments on them. */
@NullMarked
package io.smartt.emulation.launch;

import org.jspecify.annotations.NullMarked;
