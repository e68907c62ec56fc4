/** Tests of ideal completion times. */
@NullMarked
package io.smartt.emulation.workload.ideal;

import org.jspecify.annotations.NullMarked;
