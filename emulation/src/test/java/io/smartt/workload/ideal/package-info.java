/** Tests of ideal completion times. */
@NullMarked
package io.smartt.workload.ideal;

import org.jspecify.annotations.NullMarked;
