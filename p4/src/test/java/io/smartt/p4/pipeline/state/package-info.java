/** Tests of the package. */
@NullMarked
package io.smartt.p4.pipeline.state;

import org.jspecify.annotations.NullMarked;
