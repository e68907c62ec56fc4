/** Tests of the paper's figures. */
@NullMarked
package io.smartt.study.paper;

import org.jspecify.annotations.NullMarked;
