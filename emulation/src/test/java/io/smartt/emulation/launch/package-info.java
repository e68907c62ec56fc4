/** Tests of the list of fabrics. */
@NullMarked
package io.smartt.emulation.launch;

import org.jspecify.annotations.NullMarked;
