/** Tests of traffic. */
@NullMarked
package io.smartt.workload;

import org.jspecify.annotations.NullMarked;
