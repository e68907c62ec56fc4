/** The requests by which faults are asked of a stand-in. */
@NullMarked
package io.smartt.testbed.standin.fault;

import org.jspecify.annotations.NullMarked;
