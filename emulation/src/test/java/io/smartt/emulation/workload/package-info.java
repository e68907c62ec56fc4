/** Tests of traffic. */
@NullMarked
package io.smartt.emulation.workload;

import org.jspecify.annotations.NullMarked;
